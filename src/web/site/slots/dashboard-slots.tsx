import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { boughtItem, waitingPath } from '#web/commerce/item-paths.ts'
import type { Api } from '#web/identity/index.ts'
import {
  createDashboardLoader as createLearningLoader,
  DashboardPage,
} from '#web/learning/dashboard/dashboard-page.tsx'
import { EbookCard } from '#web/library/lists/ebook-card.tsx'

export const createDashboardLoader = (api: Api) => {
  const loadLearning = createLearningLoader(api)
  return async (args: LoaderFunctionArgs) => {
    const learning = await loadLearning(args)
    // A failure to load these does not fail the page.
    const [myEbooks, transactions] = await Promise.all([
      api.authenticated.library.listMyEbooks().catch(() => ({ data: [] })),
      api.authenticated.commerce.listMyTransactions().catch(() => ({ data: [] })),
    ])
    return {
      ...learning,
      ebooks: myEbooks.data.slice(0, 3),
      openOrder: transactions.data.find(({ status }) => status === 'pending'),
    }
  }
}

/** The dashboard with the order that waits for its payment, and the e-books that the student owns or reads. */
export function StudentDashboard() {
  const { ebooks, openOrder } = useLoaderData<ReturnType<typeof createDashboardLoader>>()
  return (
    <DashboardPage
      openOrder={openOrder && <OpenOrder transaction={openOrder} />}
      ebooks={
        ebooks.length > 0 && (
          <section aria-labelledby="ebook-mu">
            <h2 id="ebook-mu" className="mb-4 text-xl font-bold">
              E-book
            </h2>
            <ul className="cards [--card-gap:1rem]">
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

function OpenOrder({ transaction }: { transaction: Transaction }) {
  return (
    <p className="rounded-card bg-kunyit-50 px-4 py-3 text-kunyit-ink">
      “{boughtItem(transaction).title}” menunggu pembayaran <Amount idr={transaction.amount} />.{' '}
      <Link to={waitingPath(transaction._id)} className="font-semibold underline">
        Lanjutkan pembayaran
      </Link>
    </p>
  )
}
