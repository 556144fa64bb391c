import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly otherwise: (retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Reloads the page once that is possible: until then what is there is better than the browser's own error. */
const reloadWhenThere = () => {
  fetch('/').then(
    () => location.reload(),
    () => {},
  )
}

/** Keeps the rest of the page when a screen breaks or its script does not load. */
export class ScreenBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.otherwise(reloadWhenThere) : this.props.children
  }
}
