declare module "jstat" {
  /** Student's t distribution with `dof` degrees of freedom. */
  const studentt: {
    cdf(x: number, dof: number): number;
    inv(probability: number, dof: number): number;
  };
  const jstat: { readonly studentt: typeof studentt };
  export default jstat;
}
