package bites.nouns.ports;

enum Colour {
    RED {
        @Override
        boolean isWarm() {
            return true;
        }
    },
    BLUE;

    boolean isWarm() {
        return false;
    }
}
