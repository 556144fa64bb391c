import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly otherwise: (error: Error, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** A screen that breaks, or whose script does not load, leaves the rest of the page standing. */
export class ScreenBoundary extends Component<BoundaryProps, { readonly error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : this.props.otherwise(error, () => location.reload())
  }
}
