import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const profiles: (typeof en)['profiles'] = {
  title: 'Campos de la solicitud',
  about:
    'El socio no ha publicado qué contiene una solicitud. El estándar sigue lo que piden servicios comparables; si el socio le da un perfil, impórtelo aquí. Los borradores lo siguen y no se pierde ningún valor.',
  revision: (title, version) => `${title} · versión ${version}`,
  yours: 'suyo',
  edit: 'Editar',
  import: 'Importar un archivo',
  asJson: 'Perfil de la solicitud como JSON',
  check: 'Revisar',
  save: 'Guardar',
  discard: 'Dejarlo como estaba',
  reset: 'Volver al estándar',
  saved: 'Los campos de la solicitud quedaron guardados.',
  good: 'Este perfil se puede usar.',
  unchanged: 'Es igual al actual.',
  changesNow: (count) =>
    plural(count, '1 cambio respecto al perfil actual', (n) => `${n} cambios respecto al perfil actual`),
  changesStandard: (count) =>
    plural(count, '1 diferencia con el estándar', (n) => `${n} diferencias con el estándar`),
  unreadable:
    'Esta versión de la aplicación no puede leer el perfil que usted guardó. El estándar está en su lugar, y no se envía nada hasta que lo configure de nuevo o vuelva al estándar.',
  fields: (count, sections) =>
    `${plural(count, '1 campo', (n) => `${n} campos`)} en ${plural(sections, '1 sección', (n) => `${n} secciones`)}`,
  change: 'Cambio',
  what: 'Qué',
  before: 'Antes',
  after: 'Después',
  kinds: { added: 'Agregado', removed: 'Quitado', changed: 'Cambiado' },
  line: (line) => `Línea ${line}`,
  wrong: (count) => plural(count, 'Hay 1 error', (n) => `Hay ${n} errores`),
  problems: {
    title: 'La aplicación no puede usar este perfil de solicitud.',
    advice: 'No se cambió nada. Corríjalo y guarde de nuevo.',
    noJson: (where) => `Esto no es JSON: ${where}`,
    outside: (path) => `“${path}” no está dentro de application ni de company.`,
    twice: (path) => `“${path}” aparece aquí por segunda vez.`,
    sensitive: (label) => `“${label}” debe marcarse como confidencial.`,
    noChoices: (label) => `“${label}” no ofrece nada que elegir.`,
    unknownKind: (kind) => `No existe el tipo de documento “${kind}”.`,
    schema: 'Este JSON Schema no se puede usar: falta algo a lo que hace referencia.',
    pattern: (pattern) =>
      `El patrón “${pattern}” podría tardar demasiado. Use una repetición como máximo, fuera de grupos y después de “^”.`,
    schemaTooLarge: 'Este JSON Schema es demasiado grande o se refiere a sí mismo.',
    requiredKey: (key) => `La especificación exige “${key}”.`,
    sameVersion: (next) => `Cambia algo, así que dele otra versión: ${next}.`,
  },
}
