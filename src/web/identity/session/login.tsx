import { useEffect, useState } from 'react'
import { paths } from '#contract/kit/paths.ts'
import { ProgressLine } from '#web/kit/ui/feedback/progress-line.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useLoginRequest } from './login-requests.ts'

const loadLogin = () => import('./login-dialog.tsx')
const loadStepUp = () => import('#web/identity/two-step/on-demand.ts')

/** Rendered once in the layout. The code of the dialogs is loaded on first use. */
export function LoginHost() {
  const request = useLoginRequest()
  const [login, setLogin] = useState<Awaited<ReturnType<typeof loadLogin>> | null>(null)
  const [stepUp, setStepUp] = useState<Awaited<ReturnType<typeof loadStepUp>> | null>(null)
  useEffect(() => {
    if (!request || (request.needsProof ? stepUp : login)) return
    // Browsers do not load a module again that failed to load once, so the sign-in page takes the place of the dialog.
    if (!request.needsProof)
      return void loadLogin().then(setLogin, () =>
        location.assign(paths.signIn({ next: location.pathname + location.search })),
      )
    void loadStepUp().then(setStepUp, () => {
      toast.error('Koneksi terputus. Muat ulang halaman, lalu coba lagi.')
      request.answer(null)
    })
  }, [request, login, stepUp])
  if (!request) return null
  const { needsProof, answer } = request
  if (needsProof) return stepUp ? <stepUp.StepUpDialog onAnswer={answer} /> : <ProgressLine />
  return login ? <login.LoginDialog {...request} onClose={() => answer(null)} onSignedIn={answer} /> : <ProgressLine />
}
