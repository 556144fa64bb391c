import type { ReactNode } from 'react'
import { Title } from './title.tsx'

/** A page without menu: before signing in, or when there is nothing to open. */
export const Alone = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <main className="alone">
    <p className="brand" aria-hidden="true">
      Antenne
    </p>
    <Title window={title}>{title}</Title>
    {children}
  </main>
)
