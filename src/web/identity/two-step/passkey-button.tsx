import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
import { useCanUsePasskeys } from './can-use-passkeys.ts'

/** Hidden where the browser has no passkeys. */
export function PasskeyButton({ label, onUse }: { label: string; onUse: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const canUse = useCanUsePasskeys()
  if (!canUse) return null
  return (
    <Button
      type="button"
      variant="outline"
      block
      busy={busy}
      onClick={() => {
        setBusy(true)
        void onUse().finally(() => setBusy(false))
      }}
    >
      <KeyRound aria-hidden className="size-5" />
      {label}
    </Button>
  )
}
