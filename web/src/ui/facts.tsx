import type { ReactNode } from 'react'
import { Nothing } from './table.tsx'

/** A list of facts: name and value. */
export const Facts = ({ children }: { readonly children: ReactNode }) => <dl className="facts">{children}</dl>

export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children === null || children === undefined || children === '' ? <Nothing /> : children}</dd>
  </div>
)

interface CardProps {
  readonly title: string
  readonly children: ReactNode
  readonly aside?: ReactNode
  readonly className?: string
}

/** A part of a detail. */
export const Card = ({ title, children, aside, className = '' }: CardProps) => (
  <section className={`card ${className}`}>
    <header>
      <h2 tabIndex={-1}>{title}</h2>
      {aside}
    </header>
    {children}
  </section>
)
