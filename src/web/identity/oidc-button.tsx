import { useState } from 'react'
import { serverMessage } from '#contract/client.ts'
import { useApi } from './api.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { nextAfterOidc } from './next-after-oidc.ts'

/** Leaves for the provider of the organisation. */
export default function OidcButton({ label }: { label: string }) {
  const { anonymous } = useApi()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function leave() {
    setBusy(true)
    setFailure(null)
    try {
      const { data } = await anonymous.identity.startOidc()
      nextAfterOidc.write(location.pathname + location.search)
      location.assign(data.url)
    } catch (error) {
      setFailure(serverMessage(error) ?? 'Belum bisa dibuka. Coba lagi sebentar lagi.')
      setBusy(false)
    }
  }

  return (
    <div className="mb-4 grid gap-3">
      <Button type="button" variant="outline" block busy={isBusy} onClick={() => void leave()}>
        Masuk dengan {label}
      </Button>
      {failure && <FormError>{failure}</FormError>}
    </div>
  )
}
