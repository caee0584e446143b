import type { LoaderFunctionArgs } from 'react-router'
import { load, type Api } from '#web/identity/index.ts'
import { ebookPage, tipPage } from './page-kinds.ts'

export const itemsPerPage = 24

const parameters = (request: Request) => {
  const { searchParams } = new URL(request.url)
  const page = Number(searchParams.get('page') ?? 1)
  return {
    q: (searchParams.get('q') ?? '').trim().slice(0, 100),
    type: searchParams.get('type'),
    tag: searchParams.get('tag')?.slice(0, 40) ?? '',
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

export const createEbooksLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, ebookPage, async () => {
      const { q, type, page } = parameters(request)
      // An unknown type is ignored.
      const known = type === 'free' || type === 'premium' ? type : null
      const { data, meta } = await api.anonymous.library.listEbooks({
        ...(q && { q }),
        ...(known && { type: known }),
        page,
        limit: itemsPerPage,
      })
      return { q, type: known, ebooks: data, ...meta }
    })

export const createTipsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, tipPage, async () => {
      const { q, tag, page } = parameters(request)
      const list = api.anonymous.library.listTips({ ...(q && { q }), ...(tag && { tag }), page, limit: itemsPerPage })
      const [{ data, meta }, tags] = await Promise.all([list, api.anonymous.library.listTipTags()])
      return { q, tag, tips: data, tags: tags.data, ...meta }
    })

/** The URL of a list with these parameters. Empty ones are left out. */
export function listHref(path: string, values: Record<string, string | number | null>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== '' && value !== 1) query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path
}
