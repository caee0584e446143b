import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { serverMessage } from '#contract/client.ts'
import { useApi } from '#web/identity/api.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { nextAfterOidc } from './next-after-oidc.ts'

type SiteData = { site: { oidc: { label: string } | null } }

/** Leaves for the provider of the organisation, where one is configured. */
export function OidcButton() {
  const oidc = useRouteLoaderData<SiteData>('site')?.site.oidc
  const { anonymous } = useApi()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (!oidc) return null

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
        Masuk dengan {oidc.label}
      </Button>
      {failure && <FormError>{failure}</FormError>}
    </div>
  )
}
