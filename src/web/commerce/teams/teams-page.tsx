import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { serverMessage } from '#contract/client.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import type { JoinedTeam, Team } from '#contract/groups/teams.ts'
import { load, useApi, withLogin, type Api } from '#web/identity/index.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { CheckboxField } from '#web/kit/ui/field.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { consentHint, consentLabel } from './consent-text.ts'
import { teamPage } from './team-page-kind.ts'

export const createTeamsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, teamPage, async () => {
      const { teams } = api.authenticated
      const [managed, joined] = await Promise.all([teams.listTeams(), teams.listJoinedTeams()])
      return { managed: managed.data, joined: joined.data }
    })

/** "Tim": the teams that the student manages, and those in which they have a seat. */
export function TeamsPage() {
  const { managed, joined } = useLoaderData<ReturnType<typeof createTeamsLoader>>()
  return (
    <div className="grid gap-8">
      <PageHead title="Tim" noIndex />
      <div>
        <h1 className="text-2xl font-extrabold">Tim</h1>
        <p className="mt-1 text-ink-2">Kursi yang kamu beli untuk orang lain, dan kursi yang kamu pakai.</p>
      </div>
      {managed.length === 0 && joined.length === 0 && (
        <EmptyState
          title="Belum ada tim."
          text="Pilih “Beli untuk tim” di halaman kelas atau paket, lalu bagikan kursinya dari sini."
        >
          <ButtonLink to={paths.catalogue()}>Lihat kelas</ButtonLink>
        </EmptyState>
      )}
      {managed.length > 0 && (
        <section aria-labelledby="kelola">
          <h2 id="kelola" className="mb-4 text-xl font-bold">
            Yang kamu kelola
          </h2>
          <ul className="grid gap-3">
            {managed.map((team) => (
              <ManagedTeam key={team._id} team={team} />
            ))}
          </ul>
        </section>
      )}
      {joined.length > 0 && (
        <section aria-labelledby="ikut">
          <h2 id="ikut" className="mb-4 text-xl font-bold">
            Yang kamu ikuti
          </h2>
          <ul className="grid gap-3">
            {joined.map((team) => (
              <Joined key={team._id} team={team} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const ManagedTeam = ({ team }: { team: Team }) => (
  <li className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4">
    <span className="min-w-0 wrap-anywhere">
      <Link to={paths.team({ teamId: team._id })} className="font-bold hover:underline">
        {team.name}
      </Link>
      <span className="block text-sm text-ink-2">{team.title}</span>
      <span className="block text-sm text-ink-3">
        {team.used} dari {team.seats} kursi terpakai
      </span>
    </span>
    <ButtonLink to={paths.team({ teamId: team._id })} variant="outline" size="sm">
      Kelola<span className="sr-only"> {team.name}</span>
    </ButtonLink>
  </li>
)

function Joined({ team }: { team: JoinedTeam }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)

  async function save(showProgress: boolean) {
    setBusy(true)
    try {
      const { message } = await withLogin(() => authenticated.teams.saveTeamConsent({ id: team._id, showProgress }))
      if (message) toast.success(message)
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Belum tersimpan. Coba lagi.')
    } finally {
      await revalidate()
      setBusy(false)
    }
  }

  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 wrap-anywhere">
      <div>
        <p className="font-bold">{team.name}</p>
        <p className="text-sm text-ink-2">{team.title}</p>
        <p className="text-sm text-ink-3">
          {team.manager && `Dikelola ${team.manager} · `}Bergabung {formatShortDate(team.joinedAt)}
        </p>
      </div>
      <CheckboxField
        label={consentLabel}
        hint={consentHint}
        checked={team.showProgress}
        disabled={isBusy}
        onChange={(event) => void save(event.currentTarget.checked)}
      />
    </li>
  )
}
