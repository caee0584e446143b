import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Ebook } from '#contract/library/library.ts'
import { load, useApi, useSession, type Api } from '#web/identity/index.ts'
import { ebookPage } from '#web/library/page-kinds.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { withOneSection } from './book.ts'

/** On the server the public e-book with the text of one section, the same for everyone; in the browser all sections that the user may read. */
export const createReaderLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs): Promise<Ebook> =>
    load(api, request, ebookPage, async () => {
      const { data } = await api.authenticated.library.showEbook({ id: params['ebookId'] ?? '' })
      return typeof document === 'undefined'
        ? withOneSection(data, new URL(request.url).searchParams.get('bagian'))
        : data
    })

const isPartial = ({ modules }: Ebook): boolean =>
  modules.some((module) =>
    module.topics.some((topic) => topic.sections.some((section) => section.content === undefined && !section.locked)),
  )

/** The e-book as loaded so far: first the server-rendered part, then all sections that the user may read. */
export function useEbook(): { ebook: Ebook; hasFailed: boolean; retry: () => void } {
  const loaded = useLoaderData<Ebook>()
  const { authenticated } = useApi()
  const session = useSession()
  const token = session.status === 'signed-in' ? session.session.token : null
  const isMine = (loaded.progress !== undefined) === (token !== null)
  const isNeeded = session.status !== 'unknown' && (isPartial(loaded) || !isMine)
  const complete = useRemote(
    isNeeded ? `${token} ${loaded._id}` : null,
    async (signal) => (await authenticated.library.showEbook({ id: loaded._id }, { signal })).data,
  )
  return { ebook: complete.data ?? loaded, hasFailed: complete.status === 'failed', retry: complete.reload }
}
