import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface NoticeProps {
  readonly icon: string
  readonly title: string
  readonly children: ReactNode
  /** What the person can do next. */
  readonly actions?: ReactNode
  /** Something went wrong: read out at once. */
  readonly urgent?: boolean
}

/** A message instead of content: what is wrong, and what the person can do. */
export const Notice = ({ icon, title, children, actions, urgent = false }: NoticeProps) => (
  <section className="notice" role={urgent ? 'alert' : undefined}>
    <Icon name={icon} />
    <h2>{title}</h2>
    <div className="notice-text">{children}</div>
    {actions !== undefined && <div className="actions">{actions}</div>}
  </section>
)
