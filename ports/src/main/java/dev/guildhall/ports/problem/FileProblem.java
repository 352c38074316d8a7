package dev.guildhall.ports.problem;

/** Problems of files that users upload. */
public sealed interface FileProblem extends Problem {
    /**
     * A file has too many bytes.
     *
     * @param most how many it may have
     */
    record TooLarge(long most) implements FileProblem {
        @Override
        public String message() {
            return "a file may have " + most + " bytes at most";
        }
    }

    /**
     * The user's files, and the pictures, sounds and files within the messages of the user's chats, would have too many
     * bytes together.
     *
     * @param most how many they may have
     */
    record QuotaExceeded(long most) implements FileProblem {
        @Override
        public String message() {
            return "your files and the pictures in your chats may have " + most + " bytes together; delete some first";
        }
    }
}
