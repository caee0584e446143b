import { isEmptyHtml } from '#contract/catalog/lesson-input.ts'
import { allOf, at, childrenOf, textAt, type XmlNode } from '#server/platform/xml.ts'
import type { Resource } from './cartridge-files.ts'
import { unlessDamaged } from './damaged.ts'
import { settingNotes, unreadSettings, type ItemSettings } from './item-settings.ts'

const canvasModules = 'course_settings/module_meta.xml'
const canvasFiles = 'course_settings/files_meta.xml'
const canvasFolder = 'web_resources/'
/** Roots of what Canvas writes beside the standard's own file of an item. */
const canvasRoots = ['quiz', 'topicMeta', 'assignment']
/** A state that is not known is hidden. */
const shownStates = ['', 'active', 'published', 'available', 'locked']
const hiddenPage = /<meta\b[^>]*\bname="workflow_state"[^>]*\bcontent="(?!active"|published")/i

const isUnpublished = (node: XmlNode | undefined): boolean =>
  !shownStates.includes(textAt(node, 'workflow_state')) || textAt(node, 'available') === 'false'
const isTrue = (node: XmlNode, name: string): boolean => textAt(node, name) === 'true'

/**
 * Who sees the items of a cartridge: by the standard's role of a resource and visibility of an item, and by what Canvas keeps in files
 * of its own. `xml` reads a file of the archive, `page` its text.
 */
export function cartridgeSettings(
  { xml, page }: { xml: (path: string) => XmlNode | undefined; page: (path: string) => string },
  resources: ReadonlyMap<string, Resource>,
) {
  const [modules, damage] = unlessDamaged(() => xml(canvasModules))
  const [files, filesDamage] = unlessDamaged(() => xml(canvasFiles))
  const hiddenItems = new Set(
    childrenOf(modules, 'module').flatMap((module) =>
      [module, ...allOf(module, 'item')].filter(isUnpublished).map(({ attributes }) => attributes['identifier']),
    ),
  )
  const hiddenFiles = new Set(
    allOf(files, 'file')
      .filter((file) => isTrue(file, 'hidden') || isTrue(file, 'locked'))
      .map(({ attributes }) => attributes['identifier']),
  )
  const hiddenFolders = allOf(files, 'folder')
    .filter((folder) => isTrue(folder, 'hidden') || isTrue(folder, 'locked'))
    .map(({ attributes }) => `${canvasFolder}${attributes['path']}/`)

  const isHiddenFile = ({ id, href, files: [first = ''] }: Resource): boolean =>
    hiddenFiles.has(id) || hiddenFolders.some((folder) => (href || first).startsWith(folder))
  const isForInstructors = ({ roles }: Resource): boolean => roles.length > 0 && !roles.includes('learner')

  const known = new Map<string, XmlNode[]>()
  function nodesIn(path: string): XmlNode[] {
    const found = known.get(path)
    if (found) return found
    const root = /\.xml$/i.test(path) ? xml(path) : undefined
    const graded = [at(root, 'assignment'), at(root, 'extensions', 'assignment')]
    const nodes = root && canvasRoots.includes(root.name) ? [root, ...graded.filter((node) => node !== undefined)] : []
    known.set(path, nodes)
    return nodes
  }
  /** Canvas's settings of the item that is this resource, with an assignment that it is at the same time. */
  function canvasNodes({ type, files: own, dependencies }: Resource): XmlNode[] {
    const beside = dependencies.flatMap((id) => resources.get(id)?.files ?? [])
    return [...(type.includes('imsqti') ? [] : own), ...beside].flatMap(nodesIn)
  }

  return {
    /** An item of the tree; what is below it is hidden with it. */
    isHiddenItem: ({ attributes }: XmlNode): boolean =>
      attributes['isvisible'] === 'false' || hiddenItems.has(attributes['identifier']),
    settingsOf(resource: Resource, isHiddenInTree: boolean): ItemSettings {
      const [nodes = [], ownDamage] = unlessDamaged(() => canvasNodes(resource))
      const unread = ownDamage ?? damage ?? filesDamage
      if (unread !== null) return unreadSettings(unread)
      const main = resource.href || resource.files[0] || ''
      const isHidden =
        isHiddenInTree ||
        isHiddenFile(resource) ||
        isForInstructors(resource) ||
        nodes.some(isUnpublished) ||
        (/\.x?html?$/i.test(main) && hiddenPage.test(page(main)))
      const hasDates = nodes.some((node) =>
        ['due_at', 'unlock_at', 'lock_at'].some((name) => textAt(node, name) !== ''),
      )
      const isGraded =
        nodes.some(({ name }) => name === 'topicMeta') &&
        nodes.some((node) => node.name === 'assignment' && Number(textAt(node, 'points_possible')) > 0)
      const hasIntroduction = nodes.some((node) => node.name === 'quiz' && !isEmptyHtml(textAt(node, 'description')))
      return {
        isHidden,
        notes: [
          ...(isHidden ? [settingNotes.hidden] : []),
          ...(hasDates ? [settingNotes.dates] : []),
          ...(isGraded ? [settingNotes.points] : []),
          ...(hasIntroduction ? [settingNotes.introduction] : []),
        ],
      }
    },
  }
}
