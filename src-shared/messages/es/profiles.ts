import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const profiles: (typeof en)['profiles'] = {
  title: 'Campos de la solicitud',
  about:
    'El socio financiero no ha publicado los campos de una solicitud. El estándar se basa en socios comparables. Si el socio financiero le da un perfil, impórtelo aquí. Los borradores se actualizan y conservan todos sus valores.',
  revision: (title, version) => `${title} · versión ${version}`,
  yours: 'suyo',
  edit: 'Editar',
  import: 'Importar archivo',
  asJson: 'Perfil de la solicitud como JSON',
  check: 'Revisar',
  save: 'Guardar',
  discard: 'Cancelar edición',
  reset: 'Restablecer el estándar',
  saved: 'Campos de la solicitud guardados.',
  good: 'Este perfil se puede usar.',
  unchanged: 'Es igual al actual.',
  changesNow: (count) =>
    plural(count, '1 cambio respecto al perfil actual', (n) => `${n} cambios respecto al perfil actual`),
  changesStandard: (count) =>
    plural(count, '1 diferencia con el estándar', (n) => `${n} diferencias con el estándar`),
  unreadable:
    'Esta versión de la aplicación no puede leer el perfil guardado. Usa el estándar, y no se envía nada hasta que guarde un perfil de nuevo o restablezca el estándar.',
  fields: (count, sections) =>
    `${plural(count, '1 campo', (n) => `${n} campos`)} en ${plural(sections, '1 sección', (n) => `${n} secciones`)}`,
  change: 'Cambio',
  what: 'Campo',
  before: 'Antes',
  after: 'Después',
  kinds: { added: 'Agregado', removed: 'Quitado', changed: 'Cambiado' },
  selectionDeleted: 'Selección eliminada',
  line: (line) => `Línea ${line}`,
  wrong: (count) => plural(count, 'Hay 1 error', (n) => `Hay ${n} errores`),
  problems: {
    title: 'Este no es un perfil de solicitud válido.',
    advice: 'No se cambió nada. Corríjalo y guarde de nuevo.',
    noJson: (where) => `Esto no es JSON válido: ${where}`,
    outside: (path) => `“${path}” debe estar dentro de application o company.`,
    twice: (path) => `“${path}” aparece dos veces.`,
    sensitive: (label) => `“${label}” debe marcarse como confidencial.`,
    noChoices: (label) => `“${label}” no tiene opciones.`,
    unknownKind: (kind) => `Tipo de documento desconocido: “${kind}”.`,
    schema: 'Este JSON Schema no se puede usar porque falta una referencia.',
    pattern: (pattern) =>
      `El patrón “${pattern}” podría tardar demasiado. Use una repetición como máximo, fuera de grupos y después de “^”.`,
    schemaTooLarge: 'Este JSON Schema es demasiado grande o se refiere a sí mismo.',
    requiredKey: (key) => `La especificación exige “${key}”.`,
    sameVersion: (next) => `Este perfil tiene cambios. Use la versión ${next}.`,
  },
}
