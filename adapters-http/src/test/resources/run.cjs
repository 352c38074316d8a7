// Runs the main function of a script, and ends the process: a client may keep connections open.
module.exports = (main) =>
  main().then(
    () => process.exit(0),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
