import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const pipeline: (typeof en)['pipeline'] = {
  title: 'Cartera',
  newApplication: 'Nueva solicitud',
  searchDeals: 'Buscar expedientes',
  searchHint: 'Nombre, propietario, referencia, últimos cuatro del EIN, nota',
  clearSearch: 'Borrar la búsqueda',
  import: 'Importar',
  exportCsv: 'Exportar como CSV',
  print: 'Imprimir la lista',
  printSelected: 'Imprimir los expedientes seleccionados',
  exportSelected: 'Exportar los expedientes seleccionados como CSV',
  printed: {
    all: (count) => plural(count, '1 expediente', (many) => `${many} expedientes`),
    first: (count, total) =>
      `Los primeros ${count} de ${total} expedientes. Filtre la lista para imprimir los demás.`,
    selected: (count) =>
      plural(count, '1 expediente seleccionado', (many) => `${many} expedientes seleccionados`),
    firstSelected: (count, total) =>
      `Los primeros ${count} de ${total} expedientes seleccionados. Seleccione menos para imprimir los demás.`,
    search: (search) => `“${search}”`,
    sorted: (column) => `por ${column}`,
    reversed: (column) => `por ${column}, en orden inverso`,
  },
  deals: 'Expedientes',
  view: 'Vista',
  list: 'Lista',
  board: 'Tablero',
  noName: 'Aún sin nombre',
  dealWithoutName: 'el expediente sin nombre',
  reading: 'Leyendo los expedientes',
  readingMore: 'Leyendo más',
  found: (count) => plural(count, '1 expediente encontrado', (all) => `${all} expedientes encontrados`),
  binNote: (days) =>
    `Los borradores permanecen al menos ${days} días y después se eliminan para siempre. Eliminar aquí no retira nada del servicio.`,
  binKeeps: (years) =>
    years === null
      ? 'Los expedientes que se enviaron alguna vez permanecen hasta que usted los elimine.'
      : `Los expedientes que se enviaron alguna vez permanecen ${years} años.`,
  binChange: 'Cambiar esto',
  keptInBin: 'Sus registros',
  binEmpty: 'La papelera está vacía',
  noneIn: (stage) => `No hay expedientes en «${stage}»`,
  noneNarrowed: 'Ningún expediente cumple estos filtros',
  noMatch: (search) => `Ningún expediente coincide con «${search}»`,
  noMatchIn: (search, stage) => `Ningún expediente coincide con «${search}» en «${stage}»`,
  showInAll: (count) => `Mostrar ${count} en todos los expedientes`,
  showInBin: (count) => `Mostrar ${count} en la papelera`,
  showAll: 'Mostrar todos los expedientes',
  firstTitle: 'Su primera solicitud',
  firstBody:
    'Complétela a su ritmo, también sin conexión: cada cambio se guarda cifrado en esta computadora. Adjunte los PDF, envíela y sabrá al instante cuando haya una oferta.',
  firstStart: 'Comenzar una solicitud',
  firstImport: 'Importar borradores',
  documentsNone: 'Ninguno',
  documentsSent: (count) => plural(count, '1 enviado', (all) => `${all} enviados`),
  documentsOf: (sent, all) => `${sent} de ${all} enviados`,
  deletedAt: (instant) => `Eliminado el ${instant}`,
  soon: 'Se elimina pronto',
  days: (count) => plural(count, '1 día', (all) => `${all} días`),
  restoreDeal: (name) => `Restaurar ${name}`,
  expired: 'Vencida',
  expiresToday: 'Hoy',
  complete: 'Completo',
  problems: (count) => plural(count, '1 campo', (all) => `${all} campos`),
  offersMore: (count) => plural(count, '1 oferta', (all) => `${all} ofertas`),
  boardLabel: 'Expedientes por etapa',
  boardColumn: (stage, count) => `${stage}: ${plural(count, '1 expediente', (all) => `${all} expedientes`)}`,
  boardAmount: (amount) => `${amount} solicitados`,
  boardOffer: (amount) => `${amount} ofrecidos`,
  boardNone: 'Nada por aquí',
  next: 'Lo siguiente',
  nextHide: 'Plegar lo siguiente',
  nextShow: 'Mostrar lo siguiente',
  nextCount: (count) => plural(count, '1 asunto le espera', (all) => `${all} asuntos le esperan`),
  nextMore: (count) => plural(count, 'Y 1 más', (all) => `Y ${all} más`),
  nextActions: {
    expire_today: (count) => plural(count, '1 oferta vence hoy', (all) => `${all} ofertas vencen hoy`),
    expire_soon: (count) =>
      plural(
        count,
        '1 oferta vence en los próximos 3 días',
        (all) => `${all} ofertas vencen en los próximos 3 días`,
      ),
    unknown: (count) =>
      plural(
        count,
        '1 envío está sin confirmar: indique qué pasó con él',
        (all) => `${all} envíos están sin confirmar: indique qué pasó con ellos`,
      ),
    refused: (count) =>
      plural(
        count,
        '1 solicitud no fue aceptada: corríjala y envíela otra vez',
        (all) => `${all} solicitudes no fueron aceptadas: corríjalas y envíelas otra vez`,
      ),
    more_information: (count) =>
      plural(
        count,
        '1 solicitud necesita más información',
        (all) => `${all} solicitudes necesitan más información`,
      ),
    stipulations: (count) =>
      plural(
        count,
        '1 expediente tiene una condición pendiente',
        (all) => `${all} expedientes tienen condiciones pendientes`,
      ),
    ready: (count) =>
      plural(
        count,
        '1 borrador está completo y sin enviar',
        (all) => `${all} borradores están completos y sin enviar`,
      ),
  },
  needsPaper: (count, paper) =>
    plural(
      count,
      `1 expediente espera: ${paper.toLowerCase()}`,
      (all) => `${all} expedientes esperan: ${paper.toLowerCase()}`,
    ),
  actions: {
    nextRow: 'Expediente siguiente',
    previousRow: 'Expediente anterior',
    selectRow: 'Seleccionar el expediente o no',
    toggleBoard: 'Cambiar entre lista y tablero',
    columns: 'Elegir columnas',
    filter: 'Filtrar la lista',
    selectAll: 'Seleccionar todos los expedientes de la lista',
  },
}
