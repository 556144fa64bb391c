import { Component, Fragment, type ReactNode } from 'react'

interface BoundaryProps {
  readonly otherwise: (retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Keeps the rest of the page when a screen breaks or its script does not load. */
export class ScreenBoundary extends Component<BoundaryProps, { readonly failed: boolean; tries: number }> {
  override state = { failed: false, tries: 0 }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  /** Reloads the page once that is possible: until then what is there is better than the browser's own error. */
  readonly #reloadWhenThere = () => {
    fetch('/').then(
      () => location.reload(),
      () => this.setState(({ tries }) => ({ tries: tries + 1 })),
    )
  }

  override render() {
    const { failed, tries } = this.state
    // Another try is another countdown.
    return failed ? (
      <Fragment key={tries}>{this.props.otherwise(this.#reloadWhenThere)}</Fragment>
    ) : (
      this.props.children
    )
  }
}
