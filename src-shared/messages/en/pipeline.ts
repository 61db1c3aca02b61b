export const pipeline = {
  newApplication: 'New application',
  searchDeals: 'Search deals',
}
