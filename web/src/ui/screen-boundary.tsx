import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly otherwise: (retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Loads the page anew, once it can be loaded: until then what is there is better than the browser's own error. */
const reloadWhenThere = () => {
  fetch('/').then(
    () => location.reload(),
    () => {},
  )
}

/** A screen that breaks, or whose script does not load, leaves the rest of the page standing. */
export class ScreenBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.otherwise(reloadWhenThere) : this.props.children
  }
}
