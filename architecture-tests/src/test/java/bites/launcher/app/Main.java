package bites.launcher.app;

public interface Main {}
