import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { ApiKey } from '#contract/integrations/api-keys.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { actionsColumn } from '#web/kit/staff/lists/cells.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { StaffTable, type Column } from '#web/kit/staff/lists/staff-table.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { scopeLabels } from './integration-labels.ts'
import { SecretDialog } from './secret-dialog.tsx'

export const createLoader = staffLoader(async (api) => (await api.authenticated.apiKeys.listApiKeys()).data)

const createColumns = (onRevoke: (key: ApiKey) => void): readonly Column<ApiKey>[] => [
  {
    key: 'name',
    label: 'Nama',
    isName: true,
    cell: (key) => (
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {key.name}
          {key.isExpired && <Badge tone="danger">Kedaluwarsa</Badge>}
        </span>
        <span className="block font-mono text-sm text-ink-3">{key.prefix}…</span>
      </span>
    ),
  },
  {
    key: 'scopes',
    label: 'Izin',
    cell: (key) => (
      <span className="text-sm max-md:text-right">
        {key.scopes.map((scope) => scopeLabels[scope].label).join(', ')}
      </span>
    ),
  },
  {
    key: 'created',
    label: 'Dibuat',
    cell: (key) => (
      <span className="text-sm max-md:text-right">
        {formatShortDateTime(key.createdAt)}
        {key.createdBy && <span className="block wrap-anywhere text-ink-3">{key.createdBy.name}</span>}
      </span>
    ),
  },
  {
    key: 'expires',
    label: 'Berlaku sampai',
    cell: (key) => (
      <span className="text-sm">{key.expiresAt ? formatShortDateTime(key.expiresAt) : 'Sampai dicabut'}</span>
    ),
  },
  {
    key: 'used',
    label: 'Terakhir dipakai',
    cell: (key) => (
      <span className="text-sm">{key.lastUsedAt ? formatShortDateTime(key.lastUsedAt) : 'Belum pernah'}</span>
    ),
  },
  actionsColumn((key) => (
    <Button size="sm" variant="ghost" className="text-mengkudu!" onClick={() => onRevoke(key)}>
      Cabut<span className="sr-only"> {key.name}</span>
    </Button>
  )),
]

export function Page() {
  const keys = useLoaderData<ReturnType<typeof createLoader>>()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)

  async function showKey(key: { name: string; key: string }) {
    setCreating(false)
    setMade(key)
    await revalidate()
  }

  async function revoke({ _id, name }: ApiKey) {
    const pressed = document.activeElement
    const text = `Program yang memakai kunci "${name}" langsung tidak bisa masuk lagi.`
    if (!(await askConfirm({ title: 'Cabut kunci API?', text, confirmLabel: 'Cabut', danger: true }))) return
    try {
      const { message } = await withLogin(() => authenticated.apiKeys.revokeApiKey({ id: _id }))
      leaveRow(pressed)
      toast.success(message ?? 'Kunci API dicabut.')
    } catch (error) {
      toast.error(describeFailure(error))
    }
    await revalidate()
  }

  return (
    <StaffPage
      title="Kunci API"
      lead={
        <>
          Dengan kunci, program lain membaca data situs ini tanpa password. Operasi setiap izin ada di{' '}
          <a href="/api/openapi.json" className="underline underline-offset-2">
            dokumen OpenAPI
          </a>
          .
        </>
      }
      actions={
        <Button onClick={() => setCreating(true)}>
          <Plus aria-hidden className="size-4.5" />
          Kunci baru
        </Button>
      }
    >
      {keys.length > 0 ? (
        <StaffTable
          caption="Kunci API yang berlaku"
          columns={createColumns((key) => void revoke(key))}
          rows={keys}
          keyOf={(key) => key._id}
        />
      ) : (
        <EmptyState
          title="Belum ada kunci API."
          text="Buat satu kunci untuk setiap program, supaya bisa dicabut satu per satu."
        />
      )}
      {isCreating && <ApiKeyDialog onClose={() => setCreating(false)} onCreated={(key) => void showKey(key)} />}
      {made && (
        <SecretDialog
          title={`Kunci untuk ${made.name}`}
          label="Kunci API"
          text="Salin sekarang: kunci ini hanya ditampilkan satu kali. Kirim di header Authorization: Bearer."
          secret={made.key}
          onClose={() => setMade(null)}
        />
      )}
    </StaffPage>
  )
}
