import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { serverMessage } from '#contract/client.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { teamMembersPerPage, usedSeatPercent, type Team, type TeamMember } from '#contract/groups/teams.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { downloadFile } from '#web/kit/ui/download-file.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { MoreButton } from '#web/kit/ui/lists/more-button.tsx'
import { useMoreRows } from '#web/kit/ui/behaviour/use-more-rows.ts'

type Asked = { what: 'free' | 'hand-over'; member: TeamMember }

/** The members of a team: freeing a seat, handing the team over, all of them as CSV. */
export function TeamMembers({ team, members: first }: { team: Team; members: readonly TeamMember[] }) {
  const { authenticated } = useApi()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isDownloading, setDownloading] = useState(false)
  const { rows: members, ...more } = useMoreRows(first, {
    keyOf: ({ userId }) => userId,
    perPage: teamMembersPerPage,
    read: async (after) => (await authenticated.teams.listTeamMembers({ id: team._id, after })).data,
  })

  async function download() {
    setDownloading(true)
    try {
      downloadFile((await withLogin(() => authenticated.teams.exportTeamMembers({ id: team._id }))).body)
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Daftarnya belum bisa diunduh. Coba lagi.')
    } finally {
      setDownloading(false)
    }
  }

  return (
    <section aria-labelledby="anggota">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="anggota" className="text-xl font-bold">
          Anggota
        </h2>
        {members.length > 0 && (
          <Button
            variant="outline"
            size="sm"
            busy={isDownloading}
            className="print:hidden"
            onClick={() => void download()}
          >
            Unduh CSV
          </Button>
        )}
      </div>
      {members.length === 0 ? (
        <p className="text-ink-3">Belum ada yang bergabung. Bagikan tautannya untuk mulai.</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {members.map((member) => (
            <li
              key={member.userId}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 wrap-anywhere"
            >
              <span className="min-w-0">
                <span className="font-semibold">{member.name}</span>
                <span className="block text-sm text-ink-3">
                  Bergabung {formatShortDate(member.joinedAt)} ·{' '}
                  {member.percent === null ? 'Progres tidak ditampilkan' : `${member.percent}% selesai`}
                </span>
              </span>
              <span className="flex flex-wrap gap-2 print:hidden">
                <Button variant="ghost" size="sm" onClick={() => setAsked({ what: 'hand-over', member })}>
                  Jadikan pengelola<span className="sr-only">: {member.name}</span>
                </Button>
                <Button variant="outline" size="sm" onClick={() => setAsked({ what: 'free', member })}>
                  Kosongkan kursi<span className="sr-only"> {member.name}</span>
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <MoreButton label="Anggota" {...more} />
      {asked && <MemberDialog team={team} asked={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

const texts = {
  free: {
    title: 'Kosongkan kursi?',
    label: 'Kosongkan kursi',
    text: (name: string) =>
      `Akses ${name} lewat tim ini berakhir, dan kursinya bisa dipakai orang lain. Hanya bisa selama belajarnya belum mencapai ${usedSeatPercent}%.`,
  },
  'hand-over': {
    title: 'Serahkan tim?',
    label: 'Serahkan tim',
    text: (name: string) =>
      `${name} menjadi pengelola: mengundang, melihat anggota, dan menambah kursi. Kamu tidak bisa membuka halaman ini lagi, dan tautan sekarang berhenti berlaku.`,
  },
}

function MemberDialog({ team, asked, onClose }: { team: Team; asked: Asked; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { title, label, text } = texts[asked.what]

  async function go() {
    setBusy(true)
    setFailure(null)
    const key = { id: team._id, userId: asked.member.userId }
    try {
      const { message } = await withLogin(() =>
        asked.what === 'free' ? authenticated.teams.removeTeamMember(key) : authenticated.teams.handOverTeam(key),
      )
      if (message) toast.success(message)
      if (asked.what === 'free') await revalidate()
      else await navigate(paths.teams())
      onClose()
    } catch (error) {
      setFailure(serverMessage(error) ?? 'Belum berhasil. Coba lagi.')
      setBusy(false)
    }
  }

  return (
    <Dialog title={title} open onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-ink-2">{text(asked.member.name)}</p>
        {failure && <FormError>{failure}</FormError>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            Batal
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void go()}>
            {label}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
