import { useApi, useSession } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'

const none: ReadonlySet<string> = new Set()

/** The e-books that the signed-in user owns. Loaded in the browser, because cached lists are the same for everyone. */
export function useOwnedEbookIds(): { owned: ReadonlySet<string>; hasFailed: boolean; reload: () => void } {
  const { authenticated } = useApi()
  const session = useSession()
  const token = session.status === 'signed-in' ? session.session.token : null
  const { status, data, reload } = useRemote(token, async (signal) => {
    const { data } = await authenticated.library.listMyEbooks(undefined, { signal })
    return new Set(data.filter((ebook) => ebook.owned).map(({ _id }) => _id))
  })
  return { owned: data ?? none, hasFailed: status === 'failed', reload }
}
