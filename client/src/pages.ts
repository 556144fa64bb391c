import type { CallOptions } from './client.ts'
import type { Page } from './contract.ts'

/** A paginated operation of the client. */
export type PagedOperation<Query, Element> = (query?: Query, options?: CallOptions) => Promise<Page<Element>>

/** What a list can be asked with. */
interface Paged {
  readonly page?: number | undefined
  readonly taille?: number | undefined
}

/** The pages of a list, from the given one (or the first) to the last. */
export async function* pages<Query extends Paged, Element>(
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

/** The items of a list, by pages of 100; each page is fetched when its first item is needed. */
export async function* items<Query extends Paged, Element>(
  list: PagedOperation<Query, Element>,
  query?: Query,
  options?: CallOptions,
): AsyncGenerator<Element, void, undefined> {
  const asked = { taille: 100, ...query } as Query
  for await (const { donnees } of pages(list, asked, options)) yield* donnees
}
