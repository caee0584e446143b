import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { mostUrgent, standingOf } from '#contract/commerce/order-standing.ts'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { boughtItem, waitingPath } from '#web/commerce/item-paths.ts'
import type { Api } from '#web/identity/index.ts'
import {
  createDashboardLoader as createLearningLoader,
  DashboardPage,
} from '#web/learning/dashboard/dashboard-page.tsx'
import { paths } from '#contract/kit/paths.ts'
import { MeetingCard } from '#web/groups/meeting-card.tsx'
import { useMeetingChanges } from '#web/groups/meeting-changes.ts'
import { EbookCard } from '#web/library/ebook-card.tsx'

export const createDashboardLoader = (api: Api) => {
  const loadLearning = createLearningLoader(api)
  return async (args: LoaderFunctionArgs) => {
    const learning = await loadLearning(args)
    // A failure to load these does not fail the page.
    const [myEbooks, transactions, schedule] = await Promise.all([
      api.authenticated.library.listMyEbooks().catch(() => ({ data: [] })),
      api.authenticated.commerce.listMyTransactions().catch(() => ({ data: [] })),
      api.authenticated.schedule.showSchedule().catch(() => ({ data: [] })),
    ])
    return {
      ...learning,
      ebooks: myEbooks.data.slice(0, 3),
      nextMeetings: schedule.data.filter(({ state }) => state === 'open' || state === 'upcoming').slice(0, 1),
      openOrder: mostUrgent(transactions.data),
    }
  }
}

/** The dashboard with the order that waits for its payment, and the e-books that the student owns or reads. */
export function StudentDashboard() {
  const { ebooks, openOrder, nextMeetings } = useLoaderData<ReturnType<typeof createDashboardLoader>>()
  const [nextMeeting] = nextMeetings
  useMeetingChanges(nextMeetings)
  return (
    <DashboardPage
      openOrder={openOrder && <OpenOrder transaction={openOrder} />}
      nextMeeting={
        nextMeeting && (
          <section aria-labelledby="sesi-berikutnya">
            <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 id="sesi-berikutnya" className="text-xl font-bold">
                Sesi langsung berikutnya
              </h2>
              <Link to={paths.schedule()} className="font-semibold underline">
                Lihat jadwal
              </Link>
            </div>
            <MeetingCard meeting={nextMeeting} />
          </section>
        )
      }
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
  if (standingOf(transaction) === 'proof-check')
    return (
      <p className="rounded-card bg-info-50 px-4 py-3 text-info">
        Bukti pembayaranmu untuk “{boughtItem(transaction).title}” sedang kami periksa.{' '}
        <Link to={waitingPath(transaction._id)} className="font-semibold underline">
          Lihat status bukti
        </Link>
      </p>
    )
  return (
    <p className="rounded-card bg-kunyit-50 px-4 py-3 text-kunyit-ink">
      “{boughtItem(transaction).title}” menunggu pembayaran <Amount idr={transaction.amount} />.{' '}
      <Link to={waitingPath(transaction._id)} className="font-semibold underline">
        Lanjutkan pembayaran
      </Link>
    </p>
  )
}
