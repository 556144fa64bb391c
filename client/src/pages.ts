import type { CallOptions } from './client.ts'
import type { Page } from './contract.ts'

/** An operation that answers page by page, as the client has it. */
export type PagedOperation<Query, Element> = (query?: Query, options?: CallOptions) => Promise<Page<Element>>

/** The pages of a list, one after the other, from the asked one (or the first) to the last. */
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

/** The items of a list, one after the other; a page is asked for when its first item is. */
export async function* items<Query extends { readonly page?: number | undefined }, Element>(
  list: PagedOperation<Query, Element>,
  query?: Query,
  options?: CallOptions,
): AsyncGenerator<Element, void, undefined> {
  for await (const { donnees } of pages(list, query, options)) yield* donnees
}
