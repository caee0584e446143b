import { Link, useLoaderData } from 'react-router'
import { listAuditInput, type AuditEntry } from '#contract/site/audit.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { useListUrl } from '#web/kit/staff/lists/use-list-url.ts'
import { actionLabel, kindLabel } from './audit-labels.ts'
import { describeDetails } from './describe-details.ts'

export const createLoader = staffLoader(async (api, { request }) => {
  const [list, actions] = await Promise.all([
    api.authenticated.audit.listAuditEntries(readListQuery(listAuditInput, request)),
    api.authenticated.audit.listAuditActions(),
  ])
  return { list, actions: actions.data }
})

export function Page() {
  const { list, actions } = useLoaderData<ReturnType<typeof createLoader>>()
  const listUrl = useListUrl()
  const subjectName = listUrl.valueOf('subjectId') && (list.data[0]?.subject.name ?? 'satu objek')
  return (
    <StaffPage title="Audit log" lead="Siapa melakukan apa, kapan. Catatan ini tidak bisa diubah.">
      <StaffList
        caption="Catatan tindakan, terbaru di atas"
        columns={columns}
        rows={list.data}
        meta={list.meta}
        countWord="catatan"
        search={{ name: 'person', label: 'Cari pelaku (nama atau email)' }}
        filters={[
          {
            name: 'action',
            label: 'Tindakan',
            all: 'Semua tindakan',
            options: actions.map((action) => ({ value: action, label: actionLabel(action) })),
          },
          'days',
        ]}
        above={
          subjectName && (
            <p className="mb-4 flex flex-wrap items-center gap-x-3 text-ink-2">
              <span className="wrap-anywhere">
                Hanya catatan tentang <strong>{subjectName}</strong>.
              </span>
              <button
                type="button"
                className="min-h-11 font-semibold text-nila underline underline-offset-2"
                onClick={() => listUrl.apply({ subjectKind: null, subjectId: null })}
              >
                Tampilkan semua
              </button>
            </p>
          )
        }
        empty={{
          title: 'Belum ada catatan.',
          text: 'Perubahan penting, seperti peran, harga, dan penghapusan, dicatat di sini.',
        }}
      />
    </StaffPage>
  )
}

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'action',
    label: 'Tindakan',
    isName: true,
    cell: (entry) => <span className="font-semibold">{actionLabel(entry.action)}</span>,
  },
  {
    key: 'happenedAt',
    label: 'Waktu',
    cell: (entry) => (
      <time className="md:whitespace-nowrap" dateTime={entry.happenedAt}>
        {formatShortDateTime(entry.happenedAt)}
      </time>
    ),
  },
  { key: 'actor', label: 'Pelaku', cell: (entry) => <Actor entry={entry} /> },
  { key: 'subject', label: 'Objek', cell: (entry) => <Subject subject={entry.subject} /> },
  { key: 'details', label: 'Rincian', cell: (entry) => <Details entry={entry} /> },
]

function Actor({ entry: { actor, apiKey } }: { entry: AuditEntry }) {
  if (apiKey)
    return <span className="inline-block min-w-28 wrap-anywhere max-md:min-w-0">Kunci API: {apiKey.name}</span>
  if (!actor) return <span className="text-ink-3">Sistem</span>
  return (
    <Link
      to={paths.adminStudent({ studentId: actor._id })}
      className="inline-block min-w-28 wrap-anywhere max-md:min-w-0 hover:underline"
    >
      {actor.name}
    </Link>
  )
}

function Subject({ subject: { kind, _id, name } }: { subject: AuditEntry['subject'] }) {
  const label = name ?? kindLabel(kind)
  if (kind === 'user' && name) {
    return (
      <Link to={paths.adminStudent({ studentId: _id })} className="wrap-anywhere hover:underline">
        {label}
      </Link>
    )
  }
  return (
    <Link
      to={`?${new URLSearchParams({ subjectKind: kind, subjectId: _id })}`}
      className="wrap-anywhere hover:underline"
      title={`${kindLabel(kind)}: hanya catatan tentang ini`}
    >
      {label}
    </Link>
  )
}

function Details({ entry: { details, names } }: { entry: AuditEntry }) {
  const lines = describeDetails(details, names)
  if (lines.length === 0) return <span className="text-ink-3">–</span>
  return (
    <span className="grid gap-0.5 text-sm text-ink-2 max-md:text-right">
      {lines.map(({ text, items }) =>
        items ? (
          <details key={text}>
            <summary className="flex min-h-11 cursor-pointer items-center font-semibold max-md:justify-end">
              {text}
            </summary>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard. */}
            <div className="max-h-60 overflow-y-auto" tabIndex={0} role="region" aria-label={text}>
              <ul>
                {items.map((item, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- Two people may have the same name.
                  <li key={index} className="wrap-anywhere">
                    {item}
                  </li>
                ))}
              </ul>
            </div>
          </details>
        ) : (
          <span key={text} className="wrap-anywhere md:min-w-44">
            {text}
          </span>
        ),
      )}
    </span>
  )
}
