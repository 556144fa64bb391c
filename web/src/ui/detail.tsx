import type { ReactNode } from 'react'
import { phone } from '../format.ts'
import { Link, lastAddress } from '../router.tsx'
import { Icon } from './icon.tsx'
import { Title } from './title.tsx'

interface DetailHeadProps {
  readonly back: readonly [href: string, label: string]
  readonly title: string
  /** The state, and anything else beside the name. */
  readonly children?: ReactNode
}

/** The head of a detail: back link, name, print button. */
export const DetailHead = ({ back: [href, label], title, children }: DetailHeadProps) => (
  <header className="detail-head">
    <p className="way-back">
      <Link href={lastAddress(href)} back>
        <Icon name="back" />
        {label}
      </Link>
    </p>
    <div className="detail-title">
      <Title window={title}>{title}</Title>
      {children}
    </div>
    <button type="button" className="button print" onClick={() => print()}>
      <Icon name="print" />
      Imprimer
    </button>
  </header>
)

/** A number that a press calls. */
export const Phone = ({ number }: { readonly number: string | null }) =>
  number === null ? null : <a href={`tel:${number}`}>{phone(number)}</a>

export const Mail = ({ address }: { readonly address: string | null }) =>
  address === null ? null : <a href={`mailto:${address}`}>{address}</a>
