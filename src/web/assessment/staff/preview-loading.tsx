import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'

export const PreviewLoading = ({ label }: { label: string }) => (
  <div role="status">
    <span className="sr-only">{label}</span>
    <Skeleton className="h-48" />
  </div>
)
