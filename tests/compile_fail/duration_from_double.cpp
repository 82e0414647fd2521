// expect: conversion
#include <gangway/gangway.hpp>

#include <vector>

using namespace gangway;

duration const d = 6.0;
