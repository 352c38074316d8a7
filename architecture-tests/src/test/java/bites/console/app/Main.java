package bites.console.app;

record Main() {
    void say() {
        System.out.println("here");
    }
}
