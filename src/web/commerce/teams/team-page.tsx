import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { serverMessage } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Team } from '#contract/groups/teams.ts'
import { load, useApi, withLogin, type Api } from '#web/identity/index.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { InviteForm } from './invite-form.tsx'
import { MoreSeats } from './more-seats.tsx'
import { TeamMembers } from './team-members.tsx'
import { teamPage } from './team-page-kind.ts'

export const createTeamLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, teamPage, async () => {
      const { teams } = api.authenticated
      const id = params['teamId'] ?? ''
      const [managed, members] = await Promise.all([teams.listTeams(), teams.listTeamMembers({ id })])
      const team = managed.data.find(({ _id }) => _id === id)
      if (!team) throw new Response(null, { status: 404 })
      return { team, members: members.data }
    })

/** A team for its manager: its link, invitations, members and seats. */
export function TeamPage() {
  const { team, members } = useLoaderData<ReturnType<typeof createTeamLoader>>()
  const left = team.seats - team.used
  return (
    <div className="grid gap-8">
      <PageHead title={team.name} noIndex />
      <div>
        <ButtonLink to={paths.teams()} variant="ghost" size="sm" className="print:hidden">
          ← Tim
        </ButtonLink>
        <h1 className="mt-2 text-2xl font-extrabold wrap-anywhere">{team.name}</h1>
        <p className="mt-1 text-ink-2 wrap-anywhere">{team.title}</p>
      </div>
      <section aria-labelledby="kursi" className="rounded-card border border-line bg-surface p-5">
        <h2 id="kursi" className="text-lg font-bold">
          {team.used} dari {team.seats} kursi terpakai
        </h2>
        <div className="my-3">
          <ProgressBar percent={team.seats === 0 ? 0 : (100 * team.used) / team.seats} label="Kursi yang terpakai" />
        </div>
        <p className="text-sm text-ink-2">
          {left > 0
            ? `${left} kursi masih kosong.`
            : 'Semua kursi terpakai. Tambah kursi kalau masih ada yang mau ikut.'}
        </p>
      </section>
      <section
        aria-labelledby="undang"
        className="grid gap-5 rounded-card border border-line bg-surface p-5 print:hidden"
      >
        <h2 id="undang" className="text-lg font-bold">
          Undang anggota
        </h2>
        <JoinLink team={team} />
        <InviteForm teamId={team._id} />
      </section>
      <TeamMembers team={team} members={members} />
      <MoreSeats team={team} />
    </div>
  )
}

/** The link that gives a seat to whoever opens it, and a new one in its place. */
function JoinLink({ team }: { team: Team }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(team.joinUrl)
      toast.success('Tautan disalin.')
    } catch {
      toast.info('Tandai tautannya, lalu salin.')
    }
  }

  async function renew() {
    setBusy(true)
    try {
      const { message } = await withLogin(() => authenticated.teams.renewTeamLink({ id: team._id }))
      if (message) toast.success(message)
      await revalidate()
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Tautan baru belum bisa dibuat. Coba lagi.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-3">
      <label className="grid gap-1.5 text-sm font-semibold">
        Tautan bergabung
        <input
          readOnly
          value={team.joinUrl}
          onFocus={(event) => event.currentTarget.select()}
          className="block w-full min-w-0 rounded-field border border-border bg-surface px-3.5 py-2.5 text-base font-normal"
        />
      </label>
      <p className="text-sm text-ink-2">
        Siapa pun yang membuka tautan ini bisa memakai satu kursi. Kalau tersebar, buat tautan baru: yang lama berhenti
        berlaku.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => void copy()}>
          Salin tautan
        </Button>
        <Button variant="ghost" busy={isBusy} onClick={() => void renew()}>
          Buat tautan baru
        </Button>
      </div>
    </div>
  )
}
