// Links to staff pages that no page of visitors links to. Not in paths.ts, which every first visit loads.

export const staffPaths = {
  apiKeys: () => '/admin/api-keys',
  webhooks: () => '/admin/webhooks',
  webhook: ({ webhookId }: { webhookId: string }) => `/admin/webhooks/${encodeURIComponent(webhookId)}`,
}
