package bites.rooms.http;

interface Citizen {}
