import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { registerContract, serverMessage } from '#contract/client.ts'
import { itemKindLabels } from '#contract/commerce/labels.ts'
import { paths } from '#contract/kit/paths.ts'
import { teamsContract } from '#contract/groups/teams.ts'
import { load, publicPage, requestLogin, useApi, useSession, withLogin, type Api } from '#web/identity/index.ts'
import { ownerPath } from '#web/commerce/item-paths.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { CheckboxField, FormError } from '#web/kit/ui/field.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { consentHint, consentLabel } from './consent-text.ts'

registerContract({ teams: teamsContract })

export const createJoinTeamLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, publicPage('Undangan ini belum bisa dibuka. Coba lagi sebentar lagi.'), async () => {
      const token = params['token'] ?? ''
      return { token, team: (await api.anonymous.teams.showTeamInvitation({ token })).data }
    })

/** The page of a team's link: what the team has, from whom, and the way to take a seat. */
export function JoinTeamPage() {
  const { token, team } = useLoaderData<ReturnType<typeof createJoinTeamLoader>>()
  // Another invitation may be opened on the same page.
  const [joinedToken, setJoinedToken] = useState<string | null>(null)
  const isJoined = joinedToken === token
  return (
    <div className="wrap grid justify-items-center py-12">
      <PageHead title="Undangan tim" noIndex />
      <div className="grid w-full max-w-140 gap-6 rounded-dialog border border-line bg-surface p-5 shadow-card md:p-8">
        <div className="grid justify-items-center gap-3 text-center">
          <span className="grid size-16 place-items-center rounded-full bg-nila-50 text-nila">
            <Users aria-hidden className="size-8" />
          </span>
          <h1 className="text-3xl font-extrabold text-balance wrap-anywhere">
            {isJoined ? 'Kursinya sekarang milikmu' : `Undangan dari ${team.name}`}
          </h1>
          {!isJoined && (
            <p className="text-ink-2 wrap-anywhere">
              {team.from ? `${team.from} menyiapkan kursi untukmu di ${team.title}.` : `Ada kursi di ${team.title}.`}
            </p>
          )}
        </div>
        <ul aria-label="Isi kursi" className="grid gap-3">
          {team.items.map((item) => (
            <li
              key={item._id}
              className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line p-3 wrap-anywhere"
            >
              <span>
                <span className="block text-xs font-semibold text-nila">{itemKindLabels[item.kind]}</span>
                <span className="font-bold">{item.title}</span>
              </span>
              {isJoined && (
                <ButtonLink size="sm" to={ownerPath(item)}>
                  {item.kind === 'course' ? 'Mulai Belajar' : 'Baca sekarang'}
                  <span className="sr-only"> {item.title}</span>
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
        <div className="grid gap-4">
          {isJoined ? (
            <p role="status" className="text-center text-ink-2">
              Ada juga di Kelas Saya. Yang dilihat pengelola bisa kamu atur di halaman Tim.
            </p>
          ) : (
            <Join key={token} token={token} seatsLeft={team.seatsLeft} onJoined={() => setJoinedToken(token)} />
          )}
        </div>
      </div>
    </div>
  )
}

type JoinProps = { token: string; seatsLeft: number; onJoined: () => void }

function Join({ token, seatsLeft, onJoined }: JoinProps) {
  const { authenticated } = useApi()
  const session = useSession()
  const { revalidate } = useRevalidator()
  const [showProgress, setShowProgress] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function join() {
    setBusy(true)
    setFailure(null)
    try {
      if (session.status !== 'signed-in' && !(await requestLogin({ reason: 'Masuk untuk mengambil kursimu.' }))) return
      await withLogin(() => authenticated.teams.joinTeam({ token, showProgress }))
      onJoined()
    } catch (error) {
      setFailure(serverMessage(error) ?? 'Belum berhasil. Coba lagi.')
      await revalidate()
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <CheckboxField
        label={consentLabel}
        hint={consentHint}
        checked={showProgress}
        onChange={(event) => setShowProgress(event.currentTarget.checked)}
      />
      {seatsLeft === 0 && (
        <p className="rounded-field bg-kunyit-50 px-4 py-3 text-kunyit-ink">
          Kursi tim ini sudah habis. Minta pengelolanya menambah kursi, ya.
        </p>
      )}
      <Button size="lg" block busy={isBusy} disabled={seatsLeft === 0} onClick={() => void join()}>
        Ambil kursi
      </Button>
      <p className="text-center text-sm text-ink-3">{seatsLeft} kursi masih kosong.</p>
      {session.status === 'signed-out' && (
        <ButtonLink variant="outline" block to={paths.signUp({ next: paths.joinTeam({ token }) })}>
          Buat akun dulu
        </ButtonLink>
      )}
      {failure && <FormError>{failure}</FormError>}
    </>
  )
}
