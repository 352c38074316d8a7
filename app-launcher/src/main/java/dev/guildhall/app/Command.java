package dev.guildhall.app;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

enum Command {
    START("start", "", "starts the server, which a signal stops; the default command"),
    CHECK_CONFIG("check-config", "", "prints the settings with their origins, and every fault; starts nothing"),
    BACKUP("backup", "FILE", "writes the database and the data directory into a new file; the server may run"),
    RESTORE("restore", "FILE", "restores a backup into an empty data directory"),
    ROTATE_SECRET_KEY("rotate-secret-key", "", "encrypts all secrets with another key; no server may run"),
    TRAIN("train", "", "makes the cache that halves the time of a start; otherwise the first start does"),
    VERSION("version", "", "prints the version"),
    HELP("help", "", "prints this text");

    private static final String SETTINGS = """

        Settings are read from guildhall.properties in the working directory, or the file that GUILDHALL_CONFIG names,
        and from the environment: GUILDHALL_PORT, GUILDHALL_DATA_DIR and so on. check-config lists them.
        """;

    private final String word;
    private final String argument;
    private final String meaning;

    Command(String word, String argument, String meaning) {
        this.word = word;
        this.argument = argument;
        this.meaning = meaning;
    }

    /** The command in the program's arguments; empty when there is none of that name, or an argument is missing. */
    static Optional<Command> of(String... arguments) {
        if (arguments.length == 0) {
            return Optional.of(START);
        }
        return Arrays.stream(values())
                .filter(command -> command.word.equals(arguments[0]))
                .filter(command -> arguments.length == (command.argument.isEmpty() ? 1 : 2))
                .findFirst();
    }

    /** Why the arguments are no command. */
    static String fault(String... arguments) {
        return Arrays.stream(values())
                .filter(command -> command.word.equals(arguments[0]))
                .map(command -> command.word + " takes "
                        + (command.argument.isEmpty() ? "no argument" : "one argument: " + command.argument))
                .findFirst()
                .orElse("there is no command " + arguments[0]);
    }

    /** The text that explains all commands. */
    static String usage() {
        return Arrays.stream(values())
                .map(command -> String.format("  %-18s %s%n", command.word + " " + command.argument, command.meaning))
                .collect(Collectors.joining("", String.format("usage: guildhall [COMMAND]%n%n"), SETTINGS));
    }
}
