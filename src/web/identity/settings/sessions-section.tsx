import { useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import type { OwnSession } from '#contract/identity/account.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useApi } from '#web/identity/api.ts'
import { useAction } from '#web/identity/use-action.ts'
import { describeActionFailure } from './action-failure.ts'
import { Section } from './section.tsx'

export function SessionsSection({ sessions }: { sessions: readonly OwnSession[] }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy: ending, run } = useAction<string>(describeActionFailure)
  const end = (what: string, call: () => Promise<unknown>, done: string) => {
    const pressed = document.activeElement
    return run(what, async () => {
      await call()
      toast.success(done)
      leaveRow(pressed)
      await revalidate()
    })
  }

  return (
    <Section
      title="Perangkat"
      lead="Tempat akunmu sedang masuk. Ada yang tidak dikenal? Keluarkan, lalu ganti password."
    >
      <ul className="grid gap-2">
        {sessions.map(({ _id, device, isCurrent, lastUsedAt }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-0"
          >
            <div className="min-w-0">
              <p className="font-semibold">{device}</p>
              <p className="text-sm text-ink-3">Terakhir dipakai {formatShortDateTime(lastUsedAt)} WIB</p>
            </div>
            {isCurrent ? (
              <Badge tone="success">Perangkat ini</Badge>
            ) : (
              <Button
                type="button"
                variant="outline"
                size="sm"
                busy={ending === _id}
                aria-label={`Keluarkan ${device}`}
                onClick={() =>
                  void end(_id, () => authenticated.account.endMySession({ id: _id }), 'Perangkat dikeluarkan.')
                }
              >
                Keluarkan
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          type="button"
          variant="outline"
          className="mt-4"
          busy={ending === 'others'}
          onClick={() =>
            void end('others', () => authenticated.account.endOtherSessions(), 'Semua perangkat lain dikeluarkan.')
          }
        >
          Keluarkan semua perangkat lain
        </Button>
      )}
    </Section>
  )
}
