import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Api } from '#web/identity/index.ts'
import { createDashboardLoader as createLearningLoader, DashboardPage } from '#web/learning/dashboard/dashboard-page.tsx'
import { EbookCard } from '#web/library/lists/ebook-card.tsx'

export const createDashboardLoader = (api: Api) => {
  const loadLearning = createLearningLoader(api)
  return async (args: LoaderFunctionArgs) => {
    const learning = await loadLearning(args)
    // A failure to load the e-books does not fail the page.
    const myEbooks = await api.mine.library.listMyEbooks().catch(() => ({ data: [] }))
    return { ...learning, ebooks: myEbooks.data.slice(0, 3) }
  }
}

/** The dashboard with the e-books that the student owns or reads. */
export function StudentDashboard() {
  const { ebooks } = useLoaderData<ReturnType<typeof createDashboardLoader>>()
  return (
    <DashboardPage
      ebooks={
        ebooks.length > 0 && (
          <section aria-labelledby="ebook-mu">
            <h2 id="ebook-mu" className="mb-4 text-xl font-bold">
              E-book
            </h2>
            <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
              {ebooks.map((ebook) => (
                <li key={ebook._id}>
                  <EbookCard ebook={ebook} owned={ebook.owned} />
                </li>
              ))}
            </ul>
          </section>
        )
      }
    />
  )
}
