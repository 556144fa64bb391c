import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface NoticeProps {
  readonly icon: string
  readonly title: string
  readonly children: ReactNode
  /** The way on. */
  readonly actions?: ReactNode
  /** Something went wrong: read out at once. */
  readonly urgent?: boolean
}

/** A state that takes the place of content: what is the matter, and what one can do. */
export const Notice = ({ icon, title, children, actions, urgent = false }: NoticeProps) => (
  <section className="notice" role={urgent ? 'alert' : undefined}>
    <Icon name={icon} />
    <h2>{title}</h2>
    <div className="notice-text">{children}</div>
    {actions !== undefined && <div className="actions">{actions}</div>}
  </section>
)
