/* Names of engines that have a variant, of a row of the command `engines`.

     variantsOf(family)         ["sat:dual", "sat:extended@cadical153", …]: all that are listed
     decidingNames(family)      of these, and of the family itself, the ones that decide every puzzle */

export function variantsOf({ name, default: whole, variants }) {
  const encoding = whole?.split(/[:@]/)[1];
  const written = { encodings: (one) => `${name}:${one}`, solvers: (one) => `${name}:${encoding}@${one}`, methods: (one) => `${name}:${one}`, levels: (one) => `${name}:${one}` };
  return Object.entries(variants)
    .flatMap(([kind, known]) => known.map(written[kind] ?? ((one) => `${name}:${one}`)))
    .filter((one) => !one.includes("ROWS"));
}

export function decidingNames(family) {
  const decides = (name) => family.complete_methods?.[name.slice(family.name.length + 1)] ?? family.complete;
  return [family.name, ...variantsOf(family)].filter(decides);
}
