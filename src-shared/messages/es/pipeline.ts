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
  reading: 'Cargando los expedientes',
  readingMore: 'Cargando más',
  found: (count) => plural(count, '1 expediente encontrado', (all) => `${all} expedientes encontrados`),
  binNote: (days) =>
    `Los borradores permanecen en la papelera al menos ${days} días y después se eliminan definitivamente. Eliminar un expediente aquí no lo retira del socio financiero.`,
  binKeeps: (years) =>
    years === null
      ? 'Los expedientes enviados permanecen hasta que usted los elimine.'
      : `Los expedientes enviados permanecen ${years} años.`,
  binChange: 'Cambiar',
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
    'Trabaje a su ritmo, también sin conexión. Cada cambio se guarda cifrado en esta computadora. Adjunte los PDF, envíela y reciba un aviso en cuanto haya una oferta.',
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
  boardNone: 'Sin expedientes',
  next: 'Lo siguiente',
  nextHide: 'Ocultar lo siguiente',
  nextShow: 'Mostrar lo siguiente',
  nextCount: (count) =>
    plural(count, '1 asunto requiere su atención', (all) => `${all} asuntos requieren su atención`),
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
        '1 envío está sin confirmar: confirme si se recibió',
        (all) => `${all} envíos están sin confirmar: confirme si se recibieron`,
      ),
    refused: (count) =>
      plural(
        count,
        '1 solicitud fue rechazada: corríjala y envíela de nuevo',
        (all) => `${all} solicitudes fueron rechazadas: corríjalas y envíelas de nuevo`,
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
      `1 expediente necesita: ${paper.toLowerCase()}`,
      (all) => `${all} expedientes necesitan: ${paper.toLowerCase()}`,
    ),
  actions: {
    nextRow: 'Expediente siguiente',
    previousRow: 'Expediente anterior',
    selectRow: 'Seleccionar o quitar la selección del expediente',
    toggleBoard: 'Cambiar entre lista y tablero',
    columns: 'Elegir columnas',
    filter: 'Filtrar la lista',
    selectAll: 'Seleccionar todos los expedientes de la lista',
  },
}
