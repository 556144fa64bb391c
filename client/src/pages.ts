import type { CallOptions } from './client.ts'
import type { Page } from './contract.ts'

/** A paginated operation of the client. */
export type PagedOperation<Query, Element> = (query?: Query, options?: CallOptions) => Promise<Page<Element>>

/** The pages of a list, from the given one (or the first) to the last. */
export async function* pages<Query extends { readonly page?: number | undefined }, Element>(
  list: PagedOperation<Query, Element>,
  query?: Query,
  options?: CallOptions,
): AsyncGenerator<Page<Element>, void, undefined> {
  for (let page = query?.page ?? 1; ; page += 1) {
    const answer = await list({ ...query, page } as Query, options)
    yield answer
    if (page >= answer.pagination.pages) return
  }
}

/** The items of a list; each page is fetched when its first item is needed. */
export async function* items<Query extends { readonly page?: number | undefined }, Element>(
  list: PagedOperation<Query, Element>,
  query?: Query,
  options?: CallOptions,
): AsyncGenerator<Element, void, undefined> {
  for await (const { donnees } of pages(list, query, options)) yield* donnees
}
