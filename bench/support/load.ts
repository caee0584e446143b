import autocannon from 'autocannon'

type LoadOptions = Pick<autocannon.Options, 'connections' | 'duration' | 'overallRate' | 'headers'>

/** Requests a second of one URL; throws when any is rejected. */
export async function loadUrl(url: string, options: LoadOptions): Promise<number> {
  const { non2xx, errors, requests } = await autocannon({ url, ...options })
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} rejected, ${errors} errors`)
  return requests.average
}

/** Sends a request of its own each time. */
export const loadEach = (
  url: string,
  next: (request: autocannon.Request) => autocannon.Request,
  options: LoadOptions,
): Promise<autocannon.Result> =>
  autocannon({ url, requests: [{ setupRequest: (request) => ({ ...request, ...next(request) }) }], ...options })

let searched = 0
/** The path of a search that is never cached, because no two are equal. */
export const uniqueSearchPath = (): string => `/api/courses?q=${encodeURIComponent(`kelas ${searched++}`)}`

export const loadSearches = (origin: string, options: LoadOptions): Promise<autocannon.Result> =>
  loadEach(origin, () => ({ path: uniqueSearchPath() }), options)

/** The statuses of the responses, as text. */
export const describeStatuses = ({ statusCodeStats = {} }: autocannon.Result): string =>
  Object.entries(statusCodeStats)
    .map(([status, { count }]) => `${count} times ${status}`)
    .join(', ')
