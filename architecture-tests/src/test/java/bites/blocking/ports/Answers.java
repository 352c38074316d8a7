package bites.blocking.ports;

import java.util.function.Consumer;

interface Answers {
    String answer(Consumer<String> sink);
}
