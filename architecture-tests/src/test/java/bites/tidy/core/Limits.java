package bites.tidy.core;

public interface Limits {
    int LONGEST_TASK = 100;

    static boolean allows(String task) {
        return task.length() <= LONGEST_TASK;
    }
}
