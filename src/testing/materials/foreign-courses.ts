import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'

// Courses as other platforms export them, small files of our own making.

/** Files of an archive by their path. */
export type Files = Record<string, string | Buffer>

export const tarGzOf = async (files: Files): Promise<Buffer<ArrayBuffer>> =>
  gzipSync(
    await packTar(
      Object.entries(files).map(([name, content]) => ({
        header: { name, size: Buffer.byteLength(content), type: 'file' as const },
        body: Buffer.from(content),
      })),
    ),
  )

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** `inner` is the XML within the element of the kind; `files` are what it carries. */
export type MoodleActivity = {
  kind: string
  title: string
  inner?: string
  files?: { name: string; bytes: Buffer | string }[]
  /** XML of its files beside its content: settings and grades. */
  module?: string
  grades?: string
}
type MoodleSection = {
  name: string
  activities: MoodleActivity[]
  /** Numbers of all activities, where the order is not theirs. */ sequence?: number[]
}
type MoodleQuestion = { id: number; name: string; type: string; text: string; plugin?: string }

export const moodlePage = (title: string, html: string, files: MoodleActivity['files'] = []): MoodleActivity => ({
  kind: 'page',
  title,
  inner: `<content>${escapeXml(html)}</content>`,
  files,
})
export const moodleQuiz = (title: string, questionIds: readonly number[], settings = ''): MoodleActivity => {
  const instances = questionIds.map(
    (id) => `<question_instance><questionid>${id}</questionid><maxmark>3.0</maxmark></question_instance>`,
  )
  return { kind: 'quiz', title, inner: `${settings}<question_instances>${instances.join('')}</question_instances>` }
}
export const moodleTrueFalse = (id: number, name: string, text: string): MoodleQuestion => ({
  id,
  name,
  type: 'truefalse',
  text,
  plugin: `<answers><answer id="1"><answertext>Benar</answertext><fraction>1</fraction></answer>
    <answer id="2"><answertext>Salah</answertext><fraction>0</fraction></answer></answers><truefalse><trueanswer>1</trueanswer></truefalse>`,
})

const questionXml = ({ id, name, type, text, plugin = '' }: MoodleQuestion): string =>
  `<question id="${id}"><parent>0</parent><name>${escapeXml(name)}</name><questiontext>${escapeXml(text)}</questiontext><defaultmark>1</defaultmark>
  <qtype>${type}</qtype><plugin_qtype_${type}_question>${plugin}</plugin_qtype_${type}_question></question>`

/** The backup of a Moodle course, as the files in it. */
export function moodleBackup({
  title,
  sections,
  questions = [],
}: {
  title: string
  sections: MoodleSection[]
  questions?: MoodleQuestion[]
}): Files {
  const placed = sections.flatMap(({ activities }, section) =>
    activities.map((activity) => ({ activity, section: section + 1 })),
  )
  const folderOf = (kind: string, id: number) => `activities/${kind}_${id}`
  const files: Files = {}
  const stored: string[] = []
  for (const [id, { activity }] of placed.entries()) {
    const { kind, title: name, inner = '', module, grades } = activity
    if (module !== undefined) files[`${folderOf(kind, id)}/module.xml`] = module
    if (grades !== undefined) files[`${folderOf(kind, id)}/grades.xml`] = grades
    files[`${folderOf(kind, id)}/${kind}.xml`] =
      `<activity contextid="${100 + id}"><${kind}><name>${escapeXml(name)}</name>${inner.includes('<intro>') ? '' : '<intro></intro>'}${inner}</${kind}></activity>`
    for (const file of activity.files ?? []) {
      const hash = stored.length.toString(16).padStart(40, '0')
      const stem = `${hash.slice(-2)}${hash.slice(2)}`
      files[`files/${stem.slice(0, 2)}/${stem}`] = file.bytes
      stored.push(
        `<file><contenthash>${stem}</contenthash><contextid>${100 + id}</contextid><filearea>content</filearea><filepath>/</filepath><filename>${escapeXml(file.name)}</filename></file>`,
      )
    }
  }
  const listed = placed.map(
    ({ activity: { kind, title: name }, section }, id) =>
      `<activity><moduleid>${id}</moduleid><sectionid>${section}</sectionid><modulename>${kind}</modulename><title>${escapeXml(name)}</title><directory>${folderOf(kind, id)}</directory></activity>`,
  )
  for (const [index, { name, sequence }] of sections.entries()) {
    const order = sequence ?? placed.flatMap(({ section }, id) => (section === index + 1 ? [id] : []))
    files[`sections/section_${index + 1}/section.xml`] =
      `<section id="${index + 1}"><number>${index + 1}</number><name>${escapeXml(name)}</name><summary></summary><sequence>${order.join(',')}</sequence></section>`
  }
  const chapters = sections.map(
    (_, index) =>
      `<section><sectionid>${index + 1}</sectionid><title>${index + 1}</title><directory>sections/section_${index + 1}</directory></section>`,
  )
  return {
    'moodle_backup.xml': `<moodle_backup><information><original_course_fullname>${escapeXml(title)}</original_course_fullname><contents>
      <activities>${listed.join('')}</activities><sections>${chapters.join('')}</sections></contents></information></moodle_backup>`,
    'questions.xml': `<question_categories><question_category id="1"><name>Umum</name><questions>${questions.map(questionXml).join('')}</questions></question_category></question_categories>`,
    'files.xml': `<files>${stored.join('')}</files>`,
    ...files,
  }
}

/** An item of the tree of a Common Cartridge; without `ref` a heading. */
export const cartridgeItem = (id: string, title: string, ref?: string, inner = ''): string =>
  `<item identifier="${id}"${ref ? ` identifierref="${ref}"` : ''}><title>${title}</title>${inner}</item>`
export const cartridgeResource = (id: string, type: string, href: string): string =>
  `<resource identifier="${id}" type="${type}" href="${href}"><file href="${href}"/></resource>`
export const cartridgeManifest = (items: string, resources: string): string =>
  `<?xml version="1.0"?><manifest xmlns:lom="x"><metadata><lom:lom><lom:general><lom:title><lom:string>Kelas Pindahan</lom:string></lom:title></lom:general></lom:lom></metadata>
  <organizations><organization><item identifier="root">${items}</item></organization></organizations><resources>${resources}</resources></manifest>`

/** A question of QTI 1.2 with the choices `a` and `b`. */
export const qtiQuestion = (
  right: string,
): string => `<item ident="q1" title="Huruf"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>cc.multiple_choice.v0p1</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
  <presentation><material><mattext texttype="text/html">&lt;p&gt;Huruf pertama?&lt;/p&gt;</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice>
  <response_label ident="a"><material><mattext texttype="text/plain">A &lt; B</mattext></material></response_label><response_label ident="b"><material><mattext>B</mattext></material></response_label></render_choice></response_lid></presentation>
  <resprocessing><respcondition><conditionvar><varequal respident="r">${right}</varequal></conditionvar><setvar varname="SCORE">100</setvar></respcondition></resprocessing></item>`

/** A cartridge with one item of each kind, some of which cannot come along. */
export const smallCartridge = (png: Buffer): Files => ({
  'imsmanifest.xml': cartridgeManifest(
    cartridgeItem(
      'c1',
      'Bab satu',
      undefined,
      cartridgeItem('i1', 'Pembuka', 'r1') +
        cartridgeItem('i2', 'Video', 'r2') +
        cartridgeItem('i3', 'Tautan', 'r3') +
        cartridgeItem('i4', 'Alat', 'r4'),
    ) +
      cartridgeItem(
        'c2',
        'Bab dua',
        undefined,
        cartridgeItem('i5', 'Kuis', 'r5') + cartridgeItem('i6', 'Tugas', 'r6') + cartridgeItem('i7', 'Hilang', 'r7'),
      ),
    cartridgeResource('r1', 'webcontent', 'pages/satu.html') +
      cartridgeResource('r2', 'imswl_xmlv1p1', 'video.xml') +
      cartridgeResource('r3', 'imswl_xmlv1p1', 'web.xml') +
      cartridgeResource('r4', 'imsbasiclti_xmlv1p0', 'lti.xml') +
      cartridgeResource('r5', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'kuis.xml') +
      cartridgeResource('r6', 'assignment_xmlv1p0', 'tugas.xml') +
      cartridgeResource('r7', 'webcontent', 'tidak-ada.html'),
  ),
  'pages/satu.html':
    '<html><body><p>Halo <b>dunia<img src="$IMS-CC-FILEBASE$/peta.png"><script>alert(1)</script><a href="../web_resources/lembar.txt">lembar</a></body>',
  'web_resources/peta.png': png,
  'web_resources/lembar.txt': 'Lembar kerja',
  'video.xml': '<webLink><url href="https://www.youtube.com/watch?v=DHjqpvDnNGE"/></webLink>',
  'web.xml': '<webLink><url href="https://contoh.id/?a=1&amp;b=2"/></webLink>',
  'lti.xml': '<cartridge_basiclti_link/>',
  'kuis.xml': `<questestinterop><assessment title="Kuis">${qtiQuestion('a')}${qtiQuestion('tidak-ada')}</assessment></questestinterop>`,
  'tugas.xml':
    '<assignment><title>Tugas</title><text texttype="text/html">&lt;p&gt;Buat peta.&lt;/p&gt;</text><gradable points_possible="25">true</gradable></assignment>',
})

/** A backup with one activity of each kind, of which one cannot come along. */
export const smallMoodleBackup = (png: Buffer): Files =>
  moodleBackup({
    title: 'Kelas Moodle',
    sections: [
      {
        name: 'Topik 1',
        sequence: [1, 0, 2, 3, 4],
        activities: [
          moodlePage('Halaman', '<p>Isi <img src="@@PLUGINFILE@@/peta%20kota.png"></p>', [
            { name: 'peta kota.png', bytes: png },
          ]),
          { kind: 'label', title: 'Label', inner: '<intro>&lt;p&gt;Selamat datang&lt;/p&gt;</intro>' },
          { kind: 'folder', title: 'Berkas', files: [{ name: 'lembar.txt', bytes: 'Lembar kerja' }] },
          moodleQuiz('Kuis', [5], '<timelimit>600</timelimit><attempts_number>2</attempts_number>'),
          { kind: 'chat', title: 'Obrolan' },
        ],
      },
    ],
    questions: [moodleTrueFalse(5, 'Bumi', '<p>Bumi bulat</p>')],
  })
